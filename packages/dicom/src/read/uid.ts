/**
 * PS3.5 9.1: numbers separated by dots, at most 64 characters. The standard forbids leading zeros,
 * but devices write them, and they do no harm in a key or in a URL. /
 */
export const isUid = (text: string): boolean => text.length <= 64 && /^\d+(?:\.\d+)*$/u.test(text)
