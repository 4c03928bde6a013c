import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { readDroppedItems } from './dropped-files.ts'
import type { ImportTarget } from './import-images.ts'
import { openImport } from './open-import.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './import-zone.module.css'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Imports files that are dropped anywhere on the page; the browser would open them instead. */
export function ImportZone({ clinic }: { readonly clinic: ImportTarget }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const latest = useRef({ clinic, navigate })
  useEffect(() => {
    latest.current = { clinic, navigate }
  })
  useEffect(() => {
    // A child fires `dragenter` before its parent fires `dragleave`, so both are counted.
    let depth = 0
    const stop = new AbortController()
    const { signal } = stop
    const leave = () => {
      depth = 0
      setOver(false)
    }
    const listen = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      act: (event: DragEvent) => void,
    ) =>
      window.addEventListener(
        type,
        (event) => {
          if (hasFiles(event)) act(event)
        },
        { signal },
      )
    listen('dragenter', (event) => {
      event.preventDefault()
      depth += 1
      setOver(true)
    })
    listen('dragover', (event) => {
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    })
    listen('dragleave', () => {
      depth -= 1
      if (depth <= 0) leave()
    })
    listen('drop', (event) => {
      event.preventDefault()
      leave()
      const dropped = readDroppedItems(event.dataTransfer?.items ?? [])
      const hasItems = dropped.entries.length + dropped.files.length > 0
      if (hasItems) void openImport({ ...latest.current, dropped })
    })
    return () => stop.abort()
  }, [])
  if (!isOver) return null
  return (
    <div className={styles.zone}>
      <div className={styles.sign} role="status">
        <Icon icon={IconFileImport} size="4xl" />
        <strong>{t('studies:import.drop')}</strong>
        <span>{t('studies:import.dropText', { clinic: clinic.name })}</span>
      </div>
    </div>
  )
}
