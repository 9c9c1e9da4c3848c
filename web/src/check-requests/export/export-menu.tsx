import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { FileSpreadsheet, FileText } from 'lucide-react'
import type { ListFilter } from '#check-requests/api.ts'
import { ExportMark } from '#check-requests/export/export-mark.tsx'
import { useDownload } from '#platform/downloads.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/overlay/menu.tsx'

/** Saves all pages of the list as filtered, for use in spreadsheets. */
export function ExportMenu({ filter }: { filter: ListFilter }) {
  const csv = useExport('csv')
  const spreadsheet = useExport('xlsx')
  const input = { query: { ...filter, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } }
  const pending = csv.isPending || spreadsheet.isPending
  const trigger = (
    <Button variant="secondary" pending={pending}>
      <ExportMark pending={pending} />
    </Button>
  )
  return (
    <Menu trigger={trigger} openAtOnce>
      <MenuItem icon={<FileSpreadsheet aria-hidden className="size-4" />} onClick={() => spreadsheet.mutate(input)}>
        Excel (XLSX)
      </MenuItem>
      <MenuItem icon={<FileText aria-hidden className="size-4" />} onClick={() => csv.mutate(input)}>
        CSV
      </MenuItem>
    </Menu>
  )
}

function useExport(format: 'csv' | 'xlsx') {
  const row = format === 'csv' ? endpoints.exportCsv : endpoints.exportSpreadsheet
  return useDownload(row, { name: `check-requests.${format}`, failed: 'Couldn’t export the check requests' })
}
