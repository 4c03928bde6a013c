export { bridgeToken } from './bridge-token.ts'
export { bridgeRoutes } from './bridge.routes.ts'
export { deviceRoutes } from './devices.routes.ts'
