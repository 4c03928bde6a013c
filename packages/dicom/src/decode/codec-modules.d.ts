interface WasmFrame {
  readonly width: number
  readonly height: number
  readonly bitsPerSample: number
  readonly componentCount: number
}

interface WasmDecoder {
  /** A buffer in the memory of the codec, for the caller to fill. */
  getEncodedBuffer(length: number): Uint8Array
  decode(): void
  getFrameInfo(): WasmFrame
  /** A view of the memory of the codec, invalid after `delete`. */
  getDecodedBuffer(): Uint8Array
  delete(): void
}

interface WasmPixels {
  readonly width: number
  readonly height: number
  readonly bitsPerSample: number
  readonly componentCount: number
  readonly isSigned: boolean
  readonly isUsingColorTransform: boolean
}

interface WasmEncoder {
  /** A buffer for the pixels in the memory of the codec, for the caller to fill. */
  getDecodedBuffer(pixels: WasmPixels): Uint8Array
  encode(): void
  /** A view of the memory of the codec, invalid after `delete`. */
  getEncodedBuffer(): Uint8Array
  delete(): void
}

interface WasmOptions {
  readonly print: (line: string) => void
  readonly printErr: (line: string) => void
}

declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  interface Charls {
    readonly JpegLSDecoder: new () => WasmDecoder & { getInterleaveMode(): number }
  }
  export default function load(options: WasmOptions): Promise<Charls>
}

declare module '@cornerstonejs/codec-charls/wasmjs' {
  interface CharlsWithEncoder {
    readonly JpegLSEncoder: new () => WasmEncoder & { setInterleaveMode(mode: number): void }
  }
  export default function load(options: WasmOptions): Promise<CharlsWithEncoder>
}

declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs' {
  interface LibJpegTurbo {
    readonly JPEGDecoder: new () => WasmDecoder
  }
  export default function load(options: WasmOptions): Promise<LibJpegTurbo>
}

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface OpenJpeg {
    readonly J2KDecoder: new () => WasmDecoder
  }
  export default function load(options: WasmOptions): Promise<OpenJpeg>
}

declare module '@cornerstonejs/codec-openjph/wasmjs' {
  interface OpenJph {
    readonly HTJ2KDecoder: new () => WasmDecoder
    readonly HTJ2KEncoder: new () => WasmEncoder & {
      /** The quantisation step applies only if the encoding is not reversible. */
      setQuality(isReversible: boolean, step: number): void
      setDecompositions(count: number): void
      /** In the order of the standard: LRCP, RLCP, RPCL, PCRL, CPRL. */
      setProgressionOrder(order: number): void
    }
  }
  export default function load(options: WasmOptions): Promise<OpenJph>
}
