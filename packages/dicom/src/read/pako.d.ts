declare module 'pako' {
  export class Inflate {
    constructor(options: { raw: boolean; chunkSize: number })
    err: number
    ended: boolean
    onData: (piece: Uint8Array) => void
    push(bytes: Uint8Array, isLast: boolean): boolean
  }

  export function deflateRaw(bytes: Uint8Array): Uint8Array
}
