export * from './macros.ts'
