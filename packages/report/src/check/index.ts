export * from './check-report.ts'
export * from './findings.ts'
