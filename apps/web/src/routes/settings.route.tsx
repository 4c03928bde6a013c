import { DicomQueue } from '../features/image-forms/queue/dicom-queue.tsx'
import { ProtocolsSection } from '../features/protocols/index.ts'
import { SettingsPage } from '../features/settings/settings-page.tsx'

export const Page = () => <SettingsPage queue={<DicomQueue />} protocols={<ProtocolsSection />} />
