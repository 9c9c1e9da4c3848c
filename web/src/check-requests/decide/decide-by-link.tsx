import { byMailEndpoints as endpoints } from '@check-requests/domain/check-requests/by-mail/endpoints.ts'
import type { OpenedLink } from '@check-requests/domain/check-requests/by-mail/fields.ts'
import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDate, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSessionActions } from '#access/sessions/session-provider.tsx'
import { entryInWords } from '#check-requests/detail/activity-log.tsx'
import { Findings } from '#check-requests/findings/findings.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { doneInWords, labelOf, labelWithAmount } from '#check-requests/status/transition-labels.ts'
import { checkRequestPath, paths } from '#paths.ts'
import { useApi } from '#platform/api-context.tsx'
import { useOpenFile } from '#platform/downloads.ts'
import { read } from '#platform/query-client.ts'
import { Redirect } from '#platform/redirect.tsx'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SpinnerPage } from '#ui/feedback/spinner.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { LinkButton } from '#ui/link-button.tsx'

interface Props {
  link: string
  /** The user of the session, if there is one. */
  userId: number | undefined
}

/** The request behind the link of an email, with the buttons that decide. */
export function DecideByLink({ link, userId }: Props) {
  const [done, setDone] = useState<string>()
  const queryFn = read(useApi(), endpoints.open, { body: { link } })
  const query = useQuery({
    queryKey: ['decide', link, userId],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (done) return <Done text={done} />
  if (query.error)
    return (
      <Unopened
        message={query.error.message}
        isFinal={[404, 409].includes(query.error.status)}
        isForOther={query.error.status === 409 && userId !== undefined}
        onRetry={query.refetch}
      />
    )
  if (!query.data) return <SpinnerPage />
  // A user who is logged in decides on the usual page, with everything that it offers.
  if (query.data.person.id === userId) return <Redirect to={checkRequestPath(query.data.request_id)} />
  return <Opened link={link} opened={query.data} onDone={setDone} />
}

interface UnopenedProps {
  message: string
  isFinal: boolean
  /** True if the link could be opened after logging out. */
  isForOther: boolean
  onRetry(): unknown
}

function Unopened({ message, isFinal, isForOther, onRetry }: UnopenedProps) {
  const { logOut } = useSessionActions()
  if (!isFinal) return <ErrorState message={message} onRetry={() => void onRetry()} />
  return (
    <>
      <h1 className="text-xl font-semibold">Decide by Email</h1>
      <p role="alert">{message}</p>
      <div className="flex flex-wrap gap-2">
        {isForOther && (
          <Button variant="primary" onClick={() => void logOut()}>
            Log Out
          </Button>
        )}
        <LinkButton to={paths.dashboard}>Open Check Requests</LinkButton>
      </div>
    </>
  )
}

function Done({ text }: { text: string }) {
  return (
    <>
      <h1 className="text-xl font-semibold">Decision Saved</h1>
      <p role="status">{`${text}. You can close this page.`}</p>
    </>
  )
}

function Opened({ link, opened, onDone }: { link: string; opened: OpenedLink; onDone(text: string): void }) {
  const { request, refusal, person, request_number, documents } = opened
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-xl font-semibold wrap-anywhere">{titleOf(opened)}</h1>
        <p className="text-ink-soft wrap-anywhere">{`${request_number} · for ${markHidden(person.name)}`}</p>
      </header>
      {request && <Facts request={request} />}
      {request?.findings && <Findings findings={request.findings} />}
      {documents.length > 0 && (
        <Card title="Documents">
          <ul className="grid gap-2">
            {documents.map((document) => (
              <LinkedDocument key={document.id} link={link} document={document} />
            ))}
          </ul>
        </Card>
      )}
      {refusal === null && request ? (
        <Decision link={link} request={request} choices={opened.choices} onDone={onDone} />
      ) : (
        <LogIn refusal={refusal} id={opened.request_id} />
      )}
      {request && <History history={request.status_history} />}
    </>
  )
}

function LinkedDocument({ link, document: { id, name } }: { link: string; document: OpenedLink['documents'][number] }) {
  const file = useOpenFile(endpoints.document, { name, failed: 'Couldn’t open the document' })
  return (
    <li>
      <Button
        variant="secondary"
        className="whitespace-normal wrap-anywhere"
        pending={file.isPending}
        onClick={() => file.open({ body: { link, document_id: id } })}
      >
        {`Open ${markHidden(name)}`}
      </Button>
    </li>
  )
}

function titleOf({ request, request_number }: OpenedLink): string {
  return request ? `${formatDollars(request.amount)} to ${markHidden(request.payee_name_1)}` : request_number
}

function LogIn({ refusal, id }: { refusal: string | null; id: number }) {
  return (
    <Card>
      <div className="grid justify-items-start gap-3">
        <p>{refusal}</p>
        <LinkButton to={paths.login} state={{ from: checkRequestPath(id) }} variant="primary">
          Log in to Decide
        </LinkButton>
      </div>
    </Card>
  )
}

function Facts({ request }: { request: DetailedRequest }) {
  const place = [request.dealership_name ?? request.dealer_group_name, request.department_name]
  return (
    <Card>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact label="Payee">
          {markHidden(
            [request.payee_name_1, request.payee_name_2].filter(Boolean).join(` ${request.payee_join ?? 'and'} `),
          )}
        </Fact>
        <Fact label="Amount">{formatDollars(request.amount)}</Fact>
        <Fact label="Location">{markHidden(place.filter(Boolean).join(', '))}</Fact>
        <Fact label="Purpose">{markHidden(request.purpose_other ?? request.purpose_name)}</Fact>
        <Fact label="Requester">{markHidden(request.requester_name)}</Fact>
        {isCalendarDate(request.due_date) && <Fact label="Due Date">{formatDate(request.due_date)}</Fact>}
        {request.invoice_number && <Fact label="Invoice Number">{markHidden(request.invoice_number)}</Fact>}
        {request.notes && <Fact label="Notes">{markHidden(request.notes)}</Fact>}
      </dl>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-ink-soft">{label}</dt>
      <dd className="font-medium wrap-anywhere whitespace-pre-wrap">{children}</dd>
    </div>
  )
}

interface DecisionProps extends Pick<OpenedLink, 'choices'> {
  link: string
  request: DetailedRequest
  onDone(text: string): void
}

/** The comment, and one button for each decision. */
function Decision({ link, request, choices, onDone }: DecisionProps) {
  const [note, setNote] = useState('')
  const decide = useWrite(endpoints.decide, {
    refreshes: [],
    onSuccess: (_, { body }) => onDone(doneInWords(nameOf(body.status_id), request)),
  })
  const offered = choices.filter(({ refusal }) => refusal === null)
  const [refused] = choices.flatMap(({ refusal }) => refusal ?? [])
  if (offered.length === 0) return <LogIn refusal={refused ?? 'There’s nothing to decide.'} id={request.id} />
  return (
    <Card title="Your Decision" description="Rejecting and sending back need a comment.">
      <div className="grid gap-3">
        <Field label="Comment" error={decide.error?.fields?.note}>
          <Textarea value={note} maxLength={2000} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <FormFailure failure={decide.error} />
        <div className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">
          {offered.map(({ status_id }) => (
            <Button
              key={status_id}
              variant={variantOf(status_id)}
              className="whitespace-normal"
              pending={decide.isPending}
              onClick={() => decide.mutate({ body: { link, status_id, ...(note.trim() && { note }) } })}
            >
              {labelOf(nameOf(status_id)).byStep
                ? labelWithAmount(nameOf(status_id), request.amount)
                : labelOf(nameOf(status_id)).name}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  )
}

function nameOf(id: number) {
  return statuses.find((status) => status.id === id)?.name ?? 'request'
}

function variantOf(id: number) {
  const { byStep, danger } = labelOf(nameOf(id))
  if (danger) return 'danger'
  return byStep ? 'primary' : 'secondary'
}

function History({ history }: { history: DetailedRequest['status_history'] }) {
  return (
    <Card title="Activity Log">
      <ol className="grid divide-y divide-line">
        {history.toReversed().map((entry) => (
          <li key={entry.id} className="grid gap-1 py-2.5 first:pt-0 last:pb-0">
            <p className="wrap-anywhere">
              <span className="font-medium">{markHidden(entry.user_name)}</span>{' '}
              <span className="text-ink-soft">({entry.role})</span> {entryInWords(entry)}
            </p>
            {entry.note && <p className="whitespace-pre-wrap wrap-anywhere">{markHidden(entry.note)}</p>}
            <time className="text-[0.8125rem] text-ink-soft" dateTime={entry.timestamp}>
              {formatMoment(entry.timestamp)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  )
}
