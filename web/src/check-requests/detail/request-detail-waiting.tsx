import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useDelayed } from '#ui/timers.ts'

const facts = ['purpose', 'priority', 'due', 'payee', 'type', 'group', 'dealership', 'department', 'delivery']
const steps = ['request', 'processing', 'approved', 'printed', 'signed', 'ready', 'closed']

/** Shown until the request has loaded. */
export function RequestDetailWaiting() {
  const late = useDelayed(true)
  return (
    <>
      <PageHeader title="Check Request Details" />
      {late && (
        <div role="status" aria-label="Loading" className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Card>
            <div className="grid gap-6 py-2 sm:grid-cols-3">
              {facts.map((fact) => (
                <Skeleton key={fact} className="h-9 w-32" />
              ))}
            </div>
          </Card>
          <Card>
            <div className="grid gap-5 py-2">
              {steps.map((step) => (
                <Skeleton key={step} className="h-6 w-40" />
              ))}
            </div>
          </Card>
        </div>
      )}
    </>
  )
}
