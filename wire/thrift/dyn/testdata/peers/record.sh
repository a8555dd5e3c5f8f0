#!/bin/sh
# Records what code does that Apache's compiler generates for Go, Java and C++.
# Run it beside rows.txt (see below), with the path of this directory: sh DIR/record.sh DIR
# It needs thrift, Go, a JDK with Maven, and a C++ compiler with libthrift's headers
# (Debian: thrift-compiler, libthrift-dev, libboost-dev).
set -e
here=$1
cp "$here/peers.thrift" .
for l in go:package_prefix=live/ java cpp; do thrift --gen $l peers.thrift; done

mkdir -p go java
cp "$here/main.go" go/main.go
cp -r gen-go/peers go/
(cd go && printf 'module live\n\ngo 1.22\n' >go.mod && go get github.com/apache/thrift@v0.17.0 && go build -o ../run-go .)

cp "$here/Main.java" "$here/pom.xml" gen-java/*.java java/
(cd java && mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib &&
	sed -i '/^@javax.annotation.Generated/d' ./*.java && javac -nowarn -cp 'lib/*' ./*.java)

g++ -std=c++17 -Igen-cpp -o run-cpp "$here/main.cpp" gen-cpp/S.cpp gen-cpp/peers_types.cpp -lthrift

# rows.txt is what THRIFT_ROWS=/absolute/rows.txt go test ./wire/thrift/dyn -run Recorded writes.
./run-go <rows.txt | cut -d' ' -f2- >go.out
java -cp 'java:java/lib/*' Main <rows.txt | cut -d' ' -f2- >java.out
./run-cpp <rows.txt | cut -d' ' -f2- >cpp.out
paste -d'|' rows.txt go.out java.out cpp.out | sed 's/|/ | /g' >"$here/recorded.txt"
