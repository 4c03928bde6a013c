/**
 * PS3.5 9.1: numbers with dots between them, 64 characters at most. Numbers that begin with a zero are
 * forbidden there, and written by machines all the same; they do no harm in a key or in an address.
 */
export const isUid = (text: string): boolean => text.length <= 64 && /^\d+(?:\.\d+)*$/u.test(text)
