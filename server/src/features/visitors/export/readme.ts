/** Explains the archive to the person who opens it (docs/reference/people.md#requests-of-data-subjects). */
export const readme = `Everything that this installation of Portico keeps about one person.

manifest.json         when and for which request this was written, and what it contains
visitors.jsonl        the person in each chat: name, e-mail addresses, user id
visits.jsonl          each visit: page, browser, language, address, consent
conversations.jsonl   conversations with their state, tags, rating and feedback
messages.jsonl        every message, with feedback and the replies of agents and people
notes.jsonl           what the team has noted about these conversations
questions.jsonl       questions that were counted because the agent could not answer them with confidence
submissions.jsonl     forms that the person has sent, with the results
executions.jsonl      workflows that ran because of the person, with inputs and outputs
execution_nodes.jsonl the steps of these workflows
files.jsonl           files that the person uploaded; the files themselves are in files/

Each line of a .jsonl file is one JSON object (UTF-8). Before you hand this on, check whether notes, replies or steps of
workflows contain data of other people.
`;
