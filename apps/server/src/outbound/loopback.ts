/** Whether a host name or address means this computer; an IPv6 address may be in brackets. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|\[?::1\]?|(?:::ffff:)?127(?:\.\d{1,3}){1,3})$/iu.test(host)
