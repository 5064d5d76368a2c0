/** Tag of a state whose entry leaves a dead letter: the story has come to an end that a person has to look at. */
export const DEAD_LETTER_TAG = "dead-letter";
