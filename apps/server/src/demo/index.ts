export { demoPassword, demoUsernames } from './demo-users.ts'
export { demoState, seedDemo } from './seed-demo.ts'
export { seedReference } from './seed-reference.ts'
