export * from './check-report.ts'
export * from './findings.ts'
export * from './unprintable.ts'
