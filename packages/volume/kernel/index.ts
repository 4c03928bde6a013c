export { decode, encode } from './coder'
