//rpc:package demo.user
package user

import "context"

//rpc:service
type UserService interface {
	Get(ctx context.Context, id int64) (r *User, err error)
}

type User struct {
	Id    int64             `thrift:"id,1,required" frugal:"1,required,i64" json:"id"`
	Name  string            `thrift:"name,2" json:"name"`
	Email *string           `thrift:"email,3,optional" json:"email,omitempty"`
	Tags  map[string]string `thrift:"tags,4,optional"`
}
