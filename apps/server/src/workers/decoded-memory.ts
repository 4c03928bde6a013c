import { createByteBudget } from '@talus/node-kit/byte-budget'

/** Six radiographs of 24 MB, or one frame of the largest size. */
const decodedBytesMax = 160 * 1024 * 1024

/**
 * Reserves the memory of a decoded frame until it is sent: a slow connection takes a minute, and
 * many connections may request the largest frame at once.
 */
export const reserveDecodedMemory = createByteBudget(decodedBytesMax)

/** Several threads render, and each of them may get the largest frame. */
export const reserveRenderMemory = createByteBudget(decodedBytesMax)
