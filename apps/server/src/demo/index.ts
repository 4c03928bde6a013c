export { demoPassword, demoUsernames } from './demo-users.ts'
export { seedDemo } from './seed-demo.ts'
export type { DemoDeps, DemoState } from './seed-demo.ts'
export { seedReference } from './seed-reference.ts'
