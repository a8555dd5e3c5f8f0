module eq

go 1.26
