export { demoPassword, demoUsernames } from './demo-users.ts'
export { startDemoImages } from './images/start-demo-images.ts'
export { readDemoState, seedDemo } from './seed-demo.ts'
export { seedReference } from './seed-reference.ts'
