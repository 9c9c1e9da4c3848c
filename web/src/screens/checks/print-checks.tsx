import { PrintChecks } from '#checks/printing/print-checks.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function PrintChecksScreen() {
  return (
    <>
      <PageHeader
        title="Print Checks"
        subtitle="Check numbers are reserved first. After printing, a user confirms which checks printed correctly."
      />
      <PrintChecks />
    </>
  )
}
