import {
  IconDownload,
  IconListDetails,
  IconMail,
  IconServerBolt,
  IconTag,
} from '@tabler/icons-react'
import type { ImageForm } from './image-forms.ts'

export const formIcons = {
  email: IconMail,
  send: IconServerBolt,
  download: IconDownload,
  annotations: IconTag,
  dump: IconListDetails,
} satisfies Record<ImageForm, unknown>
