/** One chunk of bytes, as a stream. */
export async function* toIterable(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve()
  yield bytes
}
