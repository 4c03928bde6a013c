export * from './parse-template.ts'
