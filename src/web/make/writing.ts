/** What is asked of language models. */
export interface Writing {
  /** Undefined: the book as it is, without a model. */
  readonly task?: string | undefined;
  readonly model?: string | undefined;
  readonly translate?: string | undefined;
  /** Whether a translated book is read in both languages, sentence by sentence. */
  readonly bilingual?: boolean | undefined;
}

/** Returns the fields for language models, for plans and jobs. */
export function writingFields({ task, model, translate, bilingual }: Writing) {
  return {
    task,
    translate,
    bilingual: bilingual && translate !== undefined && keepsWords(task) ? 'true' : undefined,
    llm_model: task === undefined && translate === undefined ? undefined : model,
  };
}

/** Returns whether the words that are read are those of the book: other tasks tell it in words of their own. */
export function keepsWords(task: string | undefined): boolean {
  return task === undefined || task === 'audiobook';
}
