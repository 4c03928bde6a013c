// The library has no types, and packages that compile this source must find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./pako.d.ts" />
import { deflateRaw } from 'pako'

/** Deflates a data set (PS3.5 A.5), without the header of a zlib stream. */
export const deflate = (dataSet: Uint8Array): Uint8Array => deflateRaw(dataSet)
