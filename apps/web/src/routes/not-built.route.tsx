import { NotBuilt } from '../features/not-built/not-built.tsx'

export const Page = () => <NotBuilt />
