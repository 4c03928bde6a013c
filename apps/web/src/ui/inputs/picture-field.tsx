import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '../display/icon.tsx'
import { PrintedPicture } from '../display/printed-picture.tsx'

interface PictureFieldProps {
  readonly label: string
  /** Shown in place of a picture. */
  readonly none: string
  readonly picture: ReactNode
  /** Undefined for a user who may not change the picture. */
  readonly change:
    | {
        readonly chooseLabel: string
        readonly isUploading: boolean
        readonly onChoose: (file: File) => void
        readonly removeLabel: string
        readonly isRemoving: boolean
        readonly onRemove: () => void
      }
    | undefined
}

/** A picture that reports print, such as a logo or a signature, with the buttons that change it. */
export function PictureField({ label, none, picture, change }: PictureFieldProps) {
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {label}
      </Text>
      <PrintedPicture none={none}>{picture}</PrintedPicture>
      {change ? (
        <Group gap="sm" mt="sm">
          <FileButton
            accept="image/png,image/jpeg"
            onChange={(file) => {
              if (file) change.onChoose(file)
            }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<Icon icon={IconUpload} />}
                loading={change.isUploading}
              >
                {change.chooseLabel}
              </Button>
            )}
          </FileButton>
          {picture ? (
            <Button
              variant="default"
              leftSection={<Icon icon={IconTrash} />}
              loading={change.isRemoving}
              onClick={change.onRemove}
            >
              {change.removeLabel}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </div>
  )
}
