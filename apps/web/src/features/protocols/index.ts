export { ProtocolMenu } from './protocol-menu.tsx'
export { ProtocolsSection } from './protocols-section.tsx'
