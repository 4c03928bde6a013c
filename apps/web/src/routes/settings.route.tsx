import { SettingsPage } from '../features/settings/settings-page.tsx'

export const Page = () => <SettingsPage />
