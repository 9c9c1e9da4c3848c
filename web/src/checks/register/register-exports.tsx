import { checkReportEndpoints } from '@check-requests/domain/checks/reports/endpoints.ts'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { queryOf, type RegisterFilter } from '#checks/register/api.ts'
import { useDownload } from '#platform/use-download.ts'
import { Button } from '#ui/button.tsx'

const failed = 'Couldn’t export the checks'

/** Save all pages of the register as it is filtered, for accountants and their spreadsheets. */
export function RegisterExports({ filter }: { filter: RegisterFilter }) {
  const csv = useDownload(checkReportEndpoints.exportCsv, { name: 'checks.csv', failed })
  const spreadsheet = useDownload(checkReportEndpoints.exportSpreadsheet, { name: 'checks.xlsx', failed })
  const input = { query: { ...queryOf(filter), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } }
  return (
    <>
      <Button variant="secondary" size="sm" pending={spreadsheet.isPending} onClick={() => spreadsheet.mutate(input)}>
        {!spreadsheet.isPending && <FileSpreadsheet aria-hidden className="size-4" />}
        Excel (XLSX)
      </Button>
      <Button variant="secondary" size="sm" pending={csv.isPending} onClick={() => csv.mutate(input)}>
        {!csv.isPending && <FileText aria-hidden className="size-4" />}
        CSV
      </Button>
    </>
  )
}
