export { RestraintFields } from './restraint-fields.tsx'
