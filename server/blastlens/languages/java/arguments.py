"""How Java hands arguments over, and which annotations give a class methods that nobody writes (Lombok's)."""

from typing import Final

from blastlens.languages.arguments import Arguments

ARGUMENTS: Final = Arguments(
    giving=frozenset(
        [
            "Accessors",
            "AllArgsConstructor",
            "Builder",
            "CommonsLog",
            "Data",
            "Delegate",
            "EqualsAndHashCode",
            "FieldNameConstants",
            "Getter",
            "Log",
            "Log4j2",
            "NoArgsConstructor",
            "RequiredArgsConstructor",
            "Setter",
            "Slf4j",
            "SuperBuilder",
            "ToString",
            "Value",
            "With",
        ]
    ),
)
