/** A file that cannot be read as a frame; the reason is stored beside it in the quarantine. */
export class UnreadableFileError extends Error {
  override readonly name = 'Unreadable'
}
