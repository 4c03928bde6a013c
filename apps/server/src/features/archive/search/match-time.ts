const toDigits = (time: string) => time.replaceAll(/[^0-9]/gu, '').slice(0, 6)

/** PS3.4 C.2.2.2.5: a time or a range of times; an invalid key matches nothing. */
export function matchesTime(key: string, time: string): boolean {
  const wanted = key.trim()
  if (wanted === '' || wanted === '*') return true
  if (!/^[0-9:.]*-?[0-9:.]*$/u.test(wanted)) return false
  const own = toDigits(time)
  const [from = '', to] = wanted.split('-')
  if (to === undefined) return own.startsWith(toDigits(from))
  const last = toDigits(to)
  return (
    own >= toDigits(from).padEnd(6, '0') &&
    (last === '' || own <= last + '235959'.slice(last.length))
  )
}
