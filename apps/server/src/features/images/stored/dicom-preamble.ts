/** A DICOM file begins with a preamble of this length, followed by "DICM". */
const preambleBytes = 128
export const headBytes = preambleBytes + 4
const tiff = ['II*\0', 'II+\0', 'MM\0*', 'MM\0+']

/**
 * CVE-2019-11687: an executable in the preamble makes an image that an operating system runs.
 * PS3.10 section 7.1 knows one use of the preamble, a file that is TIFF as well; anything else is
 * overwritten with zeros, in place. Returns whether there was anything to clear.
 */
export function clearPreamble(head: Buffer): boolean {
  const isDicom = head.toString('latin1', preambleBytes, headBytes) === 'DICM'
  const isTiff = tiff.includes(head.toString('latin1', 0, 4))
  const preamble = head.subarray(0, preambleBytes)
  if (!isDicom || isTiff || preamble.every((byte) => byte === 0)) return false
  preamble.fill(0)
  return true
}
