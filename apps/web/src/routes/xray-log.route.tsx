import { XrayLog } from '../features/studies/xray-log/xray-log.tsx'

export const Page = () => <XrayLog />
