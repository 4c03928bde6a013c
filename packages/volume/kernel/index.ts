export { halveCells, placeCells, shrinkLayer } from './cells'
export { decode, encode } from './coder'
export { cutPlane } from './planes'
export { castRays, findBlockMaxima } from './rays'
