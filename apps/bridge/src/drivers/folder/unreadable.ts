/** A file that is no frame, with the reason in words for whoever looks into the quarantine. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
