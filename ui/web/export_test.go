package web

// TokenOf is the token of the forms of a browser with a cookie.
var TokenOf = tokenOf
