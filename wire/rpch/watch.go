package rpch

// A handler that takes long has its connection watched, so that its context ends
// when the client is gone. Nobody else reads meanwhile.

func (s *serverSession) watchBegin() {
	s.watchStop = false
	s.watcher.Reset(watchAfter)
}

func (s *serverSession) watchEnd() {
	if s.watcher.Stop() {
		return
	}
	s.watchMu.Lock()
	s.watchStop = true
	s.c.KickRead()
	s.watchMu.Unlock()
	<-s.watchDone
}

// watch runs in the timer's goroutine.
func (s *serverSession) watch() {
	defer func() { s.watchDone <- struct{}{} }()
	s.watchMu.Lock()
	if s.watchStop {
		s.watchMu.Unlock()
		return
	}
	s.c.Forever()
	s.watchMu.Unlock()
	if _, err := s.in.Peek(1); err != nil && !isTimeout(err) {
		s.cancel()
	}
}
