/**
 * One record in an editor: what is typed is kept in this tab until it is saved, and a change names what it is based
 * on, so that of two people at work on one record neither overwrites the other without knowing.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { ApiProblem, type FieldError } from '../../api.ts'
import { type Draft, draft } from '../../drafts.ts'
import { onReachedAgain } from '../../reached.ts'
import { beginWork, endWork } from '../../unsaved.ts'
import { say } from './strings.ts'

export interface EditingHost extends ReactiveControllerHost {
  offerUndo(text: string, undo: () => unknown): void
}

export interface EditingParts<Form, Along extends object> {
  /** Only what is written and chosen, in one order, so that two can be compared. */
  formOf(form: Form): Form
  /** What else is kept with unsaved work. */
  along?(form: Form): Along
  /** A form that was kept before forms had all of their fields. */
  complete?(kept: Form, stored: Form): Form
  /** Unsaved work was found again. */
  found?(along: Along): void
  /** Ctrl+S, Cmd+S. */
  save(): void
}

export type Changes<Form> = { [Name in keyof Form]?: Form[Name] | undefined }

type Kept<Form, Along> = Along & {
  form: Form
  /** What it is based on; without one it is a new record. */
  stamp?: string
}

export class Editing<Form, Saved extends Form & { stamp: string }, Along extends object = object>
  implements ReactiveController
{
  /** As the service has it, as far as is known; undefined for a new record. */
  base: Saved | undefined
  form: Form | undefined
  isRestored = false
  isSaving = false
  errors: readonly FieldError[] = []
  /** Why saving did not work. */
  problem: ApiProblem | undefined
  /** What somebody else saved meanwhile. */
  theirs: Saved | undefined

  #host: EditingHost
  #parts: EditingParts<Form, Along>
  #draft: Draft<Kept<Form, Along>> | undefined
  /** What a new record begins with. */
  #blank: Form | undefined
  /** What a change names: the record on which the form is based, not what others made of it since. */
  #stamp: string | undefined
  #unfollow: (() => void) | undefined

  constructor(host: EditingHost, parts: EditingParts<Form, Along>) {
    this.#host = host
    this.#parts = parts
    host.addController(this)
  }

  hostConnected(): void {
    addEventListener('keydown', this.#onKey)
    beginWork(this)
    this.#unfollow = onReachedAgain(this.#onReachedAgain)
  }

  hostDisconnected(): void {
    removeEventListener('keydown', this.#onKey)
    endWork(this)
    this.#unfollow?.()
  }

  /** With what was being typed, where something was. @param key under which it is kept, as in `popups/12` */
  open(key: string, record: { saved: Saved } | { blank: Form }): void {
    this.close()
    this.base = 'saved' in record ? record.saved : undefined
    this.#blank = 'blank' in record ? record.blank : undefined
    this.#stamp = this.base?.stamp
    this.form = this.#stored
    this.#draft = draft(key)
    const kept = this.#draft.value
    const found = kept && this.form && (this.#parts.complete?.(kept.form, this.form) ?? kept.form)
    this.isRestored = found !== undefined && this.#differs(found, this.form)
    if (!kept || !this.isRestored) return
    this.form = found
    this.#parts.found?.(kept)
    // It was written over what was there then: when that is there no more, saving says so.
    if (kept.stamp !== undefined) this.#stamp = kept.stamp
  }

  close(): void {
    this.base = undefined
    this.form = undefined
    this.#settled()
  }

  /** A new record has got its number. */
  rename(key: string): void {
    this.#draft?.clear()
    this.#draft = draft(key)
    this.#keep()
  }

  /** Somebody has changed the record: shown at once where nothing of our own would be lost. */
  follow(saved: Saved): void {
    const isUntouched = !this.isChanged && this.#stamp === this.base?.stamp
    this.base = saved
    if (isUntouched) this.#show(saved)
    this.#host.requestUpdate()
  }

  /** What one has done to the record oneself: what is typed is based on that from now on. */
  adopt(saved: Saved, isTyped = this.isChanged): void {
    const typed = isTyped ? this.form : undefined
    this.base = saved
    this.#show(saved)
    if (typed) this.form = typed
    this.#keep()
  }

  formOf(form: Form): Form {
    return this.#parts.formOf(form)
  }

  get isChanged(): boolean {
    return this.form !== undefined && this.#differs(this.form, this.#stored)
  }

  /** What is undefined in it is not chosen any more. */
  change(changes: Changes<Form>): void {
    if (this.form === undefined) return
    // What was wrong with a field is not known of what is in it now.
    this.errors = this.errors.filter(({ path }) => !((path.split('/')[1] ?? '') in changes))
    this.#put(this.#parts.formOf({ ...this.form, ...changes } as Form))
  }

  /** @returns whether nothing is wrong; what is wrong is shown */
  check(faults: readonly FieldError[]): boolean {
    this.errors = faults
    this.problem = undefined
    this.#host.requestUpdate()
    return faults.length === 0
  }

  /** @returns what the service made of it; undefined when it was refused, which is shown */
  async save(send: (form: Form, stamp: string | undefined) => Promise<Saved>): Promise<Saved | undefined> {
    const { form } = this
    if (form === undefined || this.isSaving) return undefined
    this.isSaving = true
    this.problem = undefined
    this.#host.requestUpdate()
    try {
      const saved = await send(this.#parts.formOf(form), this.#stamp)
      this.#taken(saved, form)
      return saved
    } catch (error) {
      this.#refused(error)
      return undefined
    } finally {
      this.isSaving = false
      this.#host.requestUpdate()
    }
  }

  /** What was typed while it was on its way stays typed. */
  #taken(saved: Saved, sent: Form): void {
    const isTyped = this.#differs(this.form, sent)
    this.#settled()
    this.adopt(saved, isTyped)
  }

  #refused(error: unknown): void {
    if (!(error instanceof ApiProblem)) throw error
    const current = (error.body as { current?: Saved } | undefined)?.current
    if (error.status === 409 && current) this.theirs = current
    else if (error.errors.length > 0) this.errors = error.errors
    else this.problem = error
  }

  /** What somebody else saved is replaced. */
  keepMine = (): void => {
    if (!this.theirs) return
    this.base = this.theirs
    this.#stamp = this.theirs.stamp
    this.theirs = undefined
    this.#parts.save()
  }

  takeTheirs = (): void => {
    const mine = this.form
    const { theirs } = this
    if (!theirs) return
    this.#settled()
    this.base = theirs
    this.#show(theirs)
    this.#keep()
    this.#host.offerUndo(say('tookTheirs'), () => mine && this.#put(mine))
  }

  /** What was found again is thrown away, and can still be had. */
  discard = (): void => {
    const { form } = this
    const stamp = this.#stamp
    this.#settled()
    this.form = this.#stored
    this.#stamp = this.base?.stamp
    this.#keep()
    const since = this.#stamp
    this.#host.offerUndo(say('discarded'), () => {
      // What one has saved oneself meanwhile is no conflict.
      if (this.#stamp === since) this.#stamp = stamp
      if (form) this.#put(form)
    })
  }

  get #stored(): Form | undefined {
    return this.base === undefined ? this.#blank : this.#parts.formOf(this.base)
  }

  #differs(one: Form | undefined, other: Form | undefined): boolean {
    const said = (form: Form | undefined) => form && JSON.stringify(this.#parts.formOf(form))
    return said(one) !== said(other)
  }

  #show(saved: Saved): void {
    this.form = this.#parts.formOf(saved)
    this.#stamp = saved.stamp
  }

  #put(form: Form): void {
    this.form = form
    this.problem = undefined
    this.#keep()
  }

  #keep(): void {
    const { form } = this
    if (form !== undefined && this.isChanged) {
      const along = this.#parts.along?.(form) ?? ({} as Along)
      this.#draft?.keep({ ...along, form, ...(this.#stamp !== undefined && { stamp: this.#stamp }) })
    } else {
      this.#draft?.clear()
      this.isRestored = false
    }
    this.#host.requestUpdate()
  }

  /** Nothing is left of what was said of an earlier attempt. */
  #settled(): void {
    this.errors = []
    this.problem = undefined
    this.theirs = undefined
    this.isRestored = false
    this.#host.requestUpdate()
  }

  #onReachedAgain = (): void => {
    if (!this.problem?.isOffline) return
    this.problem = undefined
    this.#host.requestUpdate()
  }

  #onKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    this.#parts.save()
  }
}
