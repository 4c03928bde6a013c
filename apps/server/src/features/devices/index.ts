export { bridgeRoutes } from './bridge.routes.ts'
export { deviceRoutes } from './devices.routes.ts'
