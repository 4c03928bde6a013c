export * from './parse-template.ts'
export * from './shipped-template.ts'
export * from './shipped-templates.ts'
