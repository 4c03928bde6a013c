export { demoPassword, demoUsernames } from './demo-users.ts'
export { startDemoImages } from './images/start-demo-images.ts'
export { demoState, seedDemo } from './seed-demo.ts'
export { seedReference } from './seed-reference.ts'
