import { VolumeFault } from '../fault.ts'
import { kernelModule } from './kernel-module.ts'
import type { KernelFunctions } from './kernel-functions.ts'

/** The part of the interface that the package uses; its library has neither DOM nor Node types. */
interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum?: number }) => WebAssemblyMemory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: unknown }
}

/** Browsers, workers and Node have it. */
declare const atob: (text: string) => string

const pageBytes = 65_536
const maximumPages = 65_536

/**
 * The functions of the WebAssembly module with a memory of their own. Memory is never returned:
 * a volume has its own kernel, which the garbage collector frees with the worker or the value.
 */
export interface Kernel {
  readonly functions: KernelFunctions
  /** Reserves memory, aligned to 16 bytes. Views of the memory made before are detached. */
  reserve: (bytes: number) => number
  /** The address of a work area of at least so many bytes; each call may return the same one. */
  getScratch: (bytes: number) => number
  viewBytes: (address: number, count: number) => Uint8Array
  viewCells: (address: number, count: number) => Int16Array
  viewFloats: (address: number, count: number) => Float32Array
  viewIntegers: (address: number, count: number) => Int32Array
}

/** Compiles the module at once, which browsers allow in workers for a module of this size. */
export function createKernel(): Kernel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: maximumPages })
  const module = new WebAssembly.Module(
    Uint8Array.from(atob(kernelModule), (letter) => letter.charCodeAt(0)),
  )
  const instance = new WebAssembly.Instance(module, { env: { memory } })
  let used = 16
  let scratch = { address: 0, bytes: 0 }
  function reserve(bytes: number): number {
    const address = used
    const end = address + Math.ceil(bytes / 16) * 16
    const missing = Math.ceil((end - memory.buffer.byteLength) / pageBytes)
    try {
      if (missing > 0) memory.grow(missing)
    } catch (cause) {
      throw new VolumeFault('too-large', `${end} bytes are needed`, { cause })
    }
    used = end
    return address
  }
  return {
    functions: instance.exports as KernelFunctions,
    reserve,
    getScratch(bytes) {
      if (bytes > scratch.bytes) scratch = { address: reserve(bytes), bytes }
      return scratch.address
    },
    viewBytes: (address, count) => new Uint8Array(memory.buffer, address, count),
    viewCells: (address, count) => new Int16Array(memory.buffer, address, count),
    viewFloats: (address, count) => new Float32Array(memory.buffer, address, count),
    viewIntegers: (address, count) => new Int32Array(memory.buffer, address, count),
  }
}
