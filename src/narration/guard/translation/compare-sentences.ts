/** Letters of scripts without signs at the ends of sentences, so that these cannot be counted. */
export const unmarkedSentences = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
