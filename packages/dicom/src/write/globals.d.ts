/** The encoder of the Encoding standard; see read/globals.d.ts. */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
