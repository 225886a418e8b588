/** Scenes of a few people. Each has one quotation, with the name of its speaker beside it and what shows the same elsewhere. */
export const englishTrialScenes: readonly string[] = [
  'Nora set six cups on the table and counted them again. “One of them is cracked,” said Nora. Felix looked up from his paper.',
  'Felix had the key in his hand, and Nora put hers away. “I will lock the door myself,” said Felix.',
  'Ruth read the letter twice by the window while Martin waited. “It is from the bank,” said Ruth.',
  'Martin came in dripping wet and shook his hat. Nora laughed at him. “Nobody told me about the rain,” said Martin.',
  'Felix asked Ruth where his coat was. “You left it on the boat,” said Ruth.',
  'Nora had baked all morning, and Martin took the last roll. “That one was for my mother,” said Nora.',
  'Felix limped up the steps, and Ruth ran to him. “It is only my ankle,” said Felix.',
  'Martin asked Nora about the price of the house. “We could never pay that,” said Nora.',
  'Ruth had never sailed. She held the rope with both hands, and Felix smiled at her. “Must I pull it now?” asked Ruth.',
  'Martin had lost the game again, and Felix put the cards away. “You were lucky,” said Martin.',
  'Nora and Felix heard a knock. Ruth stood outside in the snow. “Let me in, I am freezing,” said Ruth.',
  'Felix told Martin that the train was gone. “Then I shall walk,” said Martin.',
  'Nora could not find her glasses, and Felix pointed at her hair. “They are on top of your head,” said Felix.',
  'Ruth dropped the plate, and Nora jumped. “You frightened me,” said Nora.',
];
