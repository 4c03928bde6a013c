export { demoPassword, demoUsernames } from './demo-users.ts'
export { seedDemo, demoState } from './seed-demo.ts'
export type { DemoDeps, DemoState } from './seed-demo.ts'
export { seedReference } from './seed-reference.ts'
