import { PrintChecks } from '#checks/printing/print-checks.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function PrintChecksScreen() {
  return (
    <>
      <PageHeader
        title="Print Checks"
        subtitle="Numbers are taken first. Then the checks are printed, and somebody says how they came out."
      />
      <PrintChecks />
    </>
  )
}
