package io.oxgraph.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose messages a query asks for. */
class QuerySpeakersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Where does my sister live?                                       | user
            What is the user's favourite colour?                             | user
            User preferences for restaurants                                 | user
            Can you help me with my letter?                                  | user
            How would you suggest I plan my week?                            | user
            What did I say throughout our conversations?                     | user
            Do you have any ideas for my garden?                             | user
            What do you need from me?                                        | user
            Which hotel did you recommend?                                   | assistant
            Which hotel did you recommend to me?                             | assistant
            What was the name of the trail you recommended for my trip?      | assistant
            I want the phone number that you've already given me             | assistant
            What was your advice about my sleep?                             | assistant
            I look back at our previous conversation about Speyer            | assistant
            What did the assistant tell the user about visas?                | assistant
            How many users does the shop have?                               | ''
            Do you know where Ada lives?                                     | ''
            What did Ada recommend?                                          | ''
            """)
    void the_roles_that_it_asks_for(String query, String roles) {
        QuerySpeakers about = new QuerySpeakers(query, List.of());
        List<String> found = List.of("user", "assistant", "system", "tool").stream()
                .filter(role -> about.bonus(role, null) > 0)
                .toList();
        assertEquals(roles, String.join(" ", found));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Where does Ada work?                | Ada
            I want to know where Ada works.     | Ada
            Can you remind me what Ada ate?     | Ada
            What is my sister called?           | Ada Ben
            I forgot what Ada and Ben ate       | Ada Ben
            """)
    void the_people_that_it_asks_for(String query, String people) {
        QuerySpeakers about = new QuerySpeakers(query, List.of("Ada", "Ben"));
        List<String> found = Stream.of("Ada", "Ben")
                .filter(name -> about.bonus("user", name) > 0)
                .toList();
        assertEquals(people, String.join(" ", found));
    }

    @Test
    void the_user_without_a_name_is_asked_for_beside_a_named_speaker() {
        QuerySpeakers about = new QuerySpeakers("What did I tell Ada?", List.of("Ada"));
        assertEquals(MessageScoring.USER_BONUS, about.bonus("user", null));
        assertEquals(MessageScoring.SPEAKER_BONUS, about.bonus("assistant", "Ada"));
    }
}
